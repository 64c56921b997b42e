import { z } from "zod";

/** `resume.md#L12-L14` or `resume.md#L12`: a document's name and its lines, from 1. */
export const referenceSchema = z.string().regex(/^[^#\s]+#L\d+(?:-L\d+)?$/, "must look like resume.md#L12-L14");
