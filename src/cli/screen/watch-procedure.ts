import type { ProcedureOf } from "../../watching/procedure.ts";
import { PROTOCOLS } from "../settings/protocols.ts";

/** The protocol of a recorded meeting for the view; undefined where this program has not the same version of it. */
export const procedureOf: ProcedureOf = (recorded) =>
  PROTOCOLS.find(({ name, version }) => `${name}@${version}` === recorded);
