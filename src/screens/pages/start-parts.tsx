/** Parts of the page that asks a question: a step, its buttons and its faults. */

import type { ComponentChildren } from "preact";

export type NamedChoice = { value: string; title: string };

type StepProps = { id: string; title: string; about?: string; children: ComponentChildren };

export function Step({ id, title, about, children }: StepProps) {
  return (
    <section class="step" id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        {about === undefined ? null : <p class="soft small">{about}</p>}
      </header>
      {children}
    </section>
  );
}

/** What cannot be used, and what to do instead. */
export function Fault({ of, lines }: { of: string; lines: readonly string[] | undefined }) {
  if (lines === undefined) return null;
  return (
    <div class="miss" id={`${of}-fault`} role="alert">
      {lines.map((line) => (
        <p>{line}</p>
      ))}
    </div>
  );
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
