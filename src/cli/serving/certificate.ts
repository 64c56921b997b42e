import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { BoardroomError } from "../../errors.ts";
import type { Io } from "../terminal/io.ts";
import { usage } from "../terminal/usage.ts";

/** What encrypts a server, and the names that it stands for. */
export type Certificate = {
  readonly cert: string;
  readonly key: string;
  /** One of its names, to be shown to whoever is to come in by it; null where it names nobody or only a pattern. */
  readonly name: string | null;
  readonly standsFor: (hostname: string) => boolean;
};

/** A certificate with its key, both of which hold now. */
export async function readCertificate(
  { cwd, now = () => new Date().toISOString() }: Pick<Io, "cwd" | "now">,
  certFile: string,
  keyFile: string,
): Promise<Certificate> {
  const cert = await textOf(cwd, certFile);
  const key = await textOf(cwd, keyFile);
  const read = parsed(certFile, cert);
  requireToday(certFile, read, new Date(now()));
  requireKeyOf(keyFile, key, read, certFile);
  return {
    cert,
    key,
    name: nameOf(read),
    standsFor: (hostname) =>
      (isIP(hostname) === 0 ? read.checkHost(hostname) : read.checkIP(hostname)) !== undefined,
  };
}

function textOf(cwd: string, file: string): Promise<string> {
  return readFile(resolve(cwd, file), "utf8").catch((cause: NodeJS.ErrnoException) => {
    const message = `cannot be read (${cause.code})`;
    const remedy = "Name a file of the kind .pem that you may read.";
    throw new BoardroomError("usage", { place: { file }, message, remedy }, { cause });
  });
}

function parsed(file: string, cert: string): X509Certificate {
  try {
    return new X509Certificate(cert);
  } catch {
    throw usage("holds no certificate", "Name one in PEM: it begins with -----BEGIN CERTIFICATE-----.", file);
  }
}

function requireToday(file: string, { validFrom, validTo }: X509Certificate, today: Date): void {
  if (new Date(validFrom) > today) throw usage(`the certificate holds from ${validFrom} on only`, RENEW, file);
  if (new Date(validTo) < today) throw usage(`the certificate ran out on ${validTo}`, RENEW, file);
}

const RENEW = "Clients would refuse it: name one that holds today.";

function requireKeyOf(file: string, key: string, cert: X509Certificate, certFile: string): void {
  try {
    if (cert.checkPrivateKey(createPrivateKey(key))) return;
  } catch {
    const remedy = "Name one in PEM without a passphrase: openssl pkey -in KEY -out PLAIN takes it off.";
    throw usage("holds no key that can be read", remedy, file);
  }
  throw usage(`is not the key of ${certFile}`, "Name the key that the certificate was made with.", file);
}

function nameOf({ subject, subjectAltName = "" }: X509Certificate): string | null {
  const [, own] = /^CN=(.+)$/m.exec(subject ?? "") ?? [];
  const names = [...subjectAltName.matchAll(/(?:DNS|IP Address):([^,\s]+)/g)].map(([, name]) => name);
  return [...names, ...(names.length === 0 ? [own] : [])].find((name) => name && !name.includes("*")) ?? null;
}
