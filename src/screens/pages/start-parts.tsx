/** Parts of the page that asks a question: a step, its buttons and its faults. */

import type { ComponentChildren } from "preact";

type StepProps = {
  id: string;
  title: string;
  about?: ComponentChildren;
  children: ComponentChildren;
};

export function Step({ id, title, about, children }: StepProps) {
  return (
    <section class="step" id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        {about === undefined ? null : <div class="soft small">{about}</div>}
      </header>
      {children}
    </section>
  );
}

type FaultProps = { of: string; lines: readonly string[] | undefined };

/** What cannot be used, and what to do instead. */
export function Fault({ of, lines }: FaultProps) {
  if (lines === undefined) return null;
  return (
    <p class="refused" id={`${of}-fault`} role="alert">
      {lines.map((line) => (
        <span>{line}</span>
      ))}
    </p>
  );
}

/** Attributes of a field that names what is wrong with it. */
export function describeFault(of: string, faults: Readonly<Record<string, readonly string[]>>) {
  if (faults[of] === undefined) return {};
  return { "aria-invalid": "true", "aria-describedby": `${of}-fault` } as const;
}

type ActProps = { does: string; label: string; of?: string };

/** A button that sends the form. `of`: what it is about, for those who hear it alone. */
export function Act({ does, label, of }: ActProps) {
  const name = of === undefined ? undefined : `${label} ${of}`;
  return (
    <button type="submit" class="quiet" name="do" value={does} aria-label={name}>
      {label}
    </button>
  );
}
