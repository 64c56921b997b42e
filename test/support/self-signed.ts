import { createSign, generateKeyPairSync } from "node:crypto";

/** A certificate and its key, as PEM, that stand for these names from one day to another. */
export function selfSigned(names: readonly string[], from: Date, until: Date) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = sequence(der(0x06, Buffer.from("2a8648ce3d040302", "hex")));
  const commonName = sequence(der(0x06, Buffer.from("550403", "hex")), der(0x0c, Buffer.from("of a test")));
  const subject = sequence(der(0x31, commonName));
  const alternatives = sequence(...names.map(alternative));
  const extension = sequence(der(0x06, Buffer.from("551d11", "hex")), der(0x04, alternatives));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    subject,
    sequence(time(from), time(until)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(extension)),
  );
  const signature = createSign("sha256").update(body).sign(privateKey);
  const whole = sequence(body, ecdsaWithSha256, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString("base64").replaceAll(/.{64}/g, "$&\n");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: "pkcs8", format: "pem" })),
    privateKey,
  };
}

function alternative(name: string): Buffer {
  const isAddress = /^[\d.]+$/.test(name);
  return isAddress ? der(0x87, Buffer.from(name.split(".").map(Number))) : der(0x82, Buffer.from(name));
}

function time(at: Date): Buffer {
  const text = at.toISOString().slice(2, 19).replaceAll(/[^\d]/g, "");
  return der(0x17, Buffer.from(`${text}Z`));
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}
