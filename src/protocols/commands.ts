import type { ProtocolCommand } from "../engine/meeting/contract/protocol.ts";

type ProtocolCommandEntry = { readonly summary: string; readonly load: () => Promise<ProtocolCommand> };

export const PROTOCOL_COMMANDS: Readonly<Record<string, ProtocolCommandEntry>> = {
  "validate-claims": {
    summary: "Check the claims and decisions of a deliberation",
    load: async () => (await import("./rounds/checks/validate-claims.ts")).validateClaims,
  },
};
