import fc from "fast-check";
import { SEED } from "./seed.ts";

if (SEED !== null) fc.configureGlobal({ seed: Number(SEED) });
