// The one hash function of Boardroom.

import { hash } from "node:crypto";

export const hashSha256 = (text: string | Uint8Array): string => hash("sha256", text);
