import { BoardroomError } from "../../errors.ts";

/** An environment variable that a provider's own SDK or program reads for its address. */
export type AddressVariable = {
  readonly name: string;
  /** The port where the value names none and is no address in full. */
  readonly port?: number;
  readonly path?: string;
};

/** Throws where it is no address, without repeating what may be a password. */
export function addressIn({ name, port, path = "" }: AddressVariable, value: string): string {
  const isFull = value.includes("://");
  const text = isFull || port === undefined ? value : `http://${value}`;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw invalid(name, `"${value.replace(/^.*@/, "...@")}" is no http or https address`);
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") throw invalid(name, "it holds a user name or password");
  if (!isFull && port !== undefined && url.port === "") url.port = String(port);
  // Servers listen on 0.0.0.0; nobody calls it.
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (url.pathname === "/" && path !== "") url.pathname = path;
  return url.pathname === "/" ? url.origin : url.href;
}

function invalid(name: string, why: string): BoardroomError {
  return new BoardroomError("settings-invalid", {
    place: { file: "environment" },
    message: `${name} cannot be used: ${why}.`,
    remedy: `Set ${name} to an address such as https://gateway.example.com, unset it, or name a baseUrl in boardroom.yaml.`,
  });
}
