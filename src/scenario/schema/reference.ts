import { z } from "zod";

export const referenceSchema = z.string().regex(/^[^#\s]+#L\d+(?:-L\d+)?$/, "must look like resume.md#L12-L14");
