import { knownOf } from "../../../lists.ts";
import type { Persona } from "../../../scenario/schema/persona.ts";
import { ROLES, type Role } from "../record/roles.ts";

const SIGNS: Readonly<Record<Role, readonly string[]>> = {
  action: [
    "engineer",
    "develop",
    "build",
    "deliver",
    "trac",
    "process",
    "behaviour",
    "step",
    "component",
    "variable",
    "ship",
  ],
  guardian: [
    "architect",
    "integrity",
    "invariant",
    "complian",
    "ethic",
    "audit",
    "legal",
    "law",
    "standard",
    "specification",
    "exact",
    "must",
    "governance",
  ],
  observer: [
    "service",
    "desk",
    "user",
    "customer",
    "shop",
    "training",
    "walkthrough",
    "support",
    "operat",
    "people",
    "patient",
    "screen",
  ],
  critic: [
    "security",
    "reliab",
    "failure",
    "test",
    "attack",
    "incident",
    "scept",
    "skeptic",
    "risk",
    "adversar",
    "break",
    "doubt",
  ],
};

const WEIGHTS = { title: 3, expertise: 2, manner: 1 } as const;

/** Personas considered for each role: the others fit it worse. */
const CONSIDERED = 8;

/** All roles together; ties go to whoever comes first. */
export function fittingRoles(
  personas: readonly Persona[],
  open: readonly Role[],
): Partial<Record<Role, string>> {
  const roles = ROLES.filter((role) => open.includes(role));
  const ranked = new Map(
    roles.map((role) => [
      role,
      personas
        .map((persona) => ({ id: persona.id, fit: fitOf(persona, role) }))
        .sort((a, b) => b.fit - a.fit)
        .slice(0, CONSIDERED),
    ]),
  );
  let best: { readonly fit: number; readonly chosen: Partial<Record<Role, string>> } = { fit: -1, chosen: {} };
  const assign = (index: number, fit: number, chosen: Partial<Record<Role, string>>) => {
    const role = roles[index];
    if (role === undefined) {
      if (fit > best.fit) best = { fit, chosen };
      return;
    }
    const free = knownOf(ranked, role).filter(({ id }) => !Object.values(chosen).includes(id));
    if (free.length === 0) assign(index + 1, fit, chosen);
    for (const each of free) assign(index + 1, fit + each.fit, { ...chosen, [role]: each.id });
  };
  assign(0, 0, {});
  return best.chosen;
}

function fitOf({ title, expertise, personality, speakingStyle }: Persona, role: Role): number {
  const signs = (text: string) => {
    const words = text.toLowerCase().split(/[^\p{L}]+/u);
    return SIGNS[role].filter((sign) => words.some((word) => word.startsWith(sign))).length;
  };
  return (
    WEIGHTS.title * signs(title) +
    WEIGHTS.expertise * signs(expertise.join(" ")) +
    WEIGHTS.manner * signs(`${personality} ${speakingStyle}`)
  );
}
