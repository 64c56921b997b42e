import { z } from "zod";

/** What everybody may read. Line n of the text is cited as `name#Ln`. */
export type Document = {
  readonly name: string;
  readonly title: string;
  readonly subject: boolean;
  readonly sha256: string;
  readonly text: string;
};

export const referenceSchema = z.string().regex(/^[^#\s]+#L\d+(?:-L\d+)?$/, "must look like resume.md#L12-L14");
