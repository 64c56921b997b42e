import { packagedText } from "../../scenario/files/package-files.ts";

export const { version } = JSON.parse(packagedText("package.json")) as { readonly version: string };

export const nodeVersion: string = process.version;
