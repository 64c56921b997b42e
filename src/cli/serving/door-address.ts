import { isIPv6 } from "node:net";
import type { Certificate } from "./certificate.ts";
import { ADDRESS } from "./listen.ts";

/** By which names a server may be addressed, which pages may ask it, and the address to be shown. */
type DoorAddress = {
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  /** Names beyond those listed. */
  readonly isNamed: (host: string) => boolean;
  readonly shown: string;
};

type Where = {
  readonly address: string;
  readonly port: number;
  readonly proxy: string | undefined;
  readonly certificate: Certificate | undefined;
};

/** Its own address, what its certificate stands for, and the proxy before it. */
export function doorAddress({ address, port, proxy, certificate }: Where): DoorAddress {
  const scheme = certificate ? "https" : "http";
  const at = (name: string) => hostOf(name, port, scheme);
  const own = [at(address), ...(address === ADDRESS ? [at("localhost")] : [])];
  const proxies = proxy === undefined ? [] : [proxy];
  const isNamed = (host: string) => {
    const [, name = "", digits] = /^(.+?)(?::(\d+))?$/.exec(host) ?? [];
    return certificate !== undefined && Number(digits ?? 443) === port && certificate.standsFor(name);
  };
  const [before] = proxies;
  return {
    hosts: [...own, ...proxies],
    origins: [...own.map((host) => `${scheme}://${host}`), ...proxies.map((host) => `https://${host}`)],
    isNamed,
    shown: before === undefined ? `${scheme}://${at(shownName(address, certificate))}` : `https://${before}`,
  };
}

/** A client holds the name that it comes by against the certificate. */
function shownName(address: string, certificate: Certificate | undefined): string {
  if (certificate === undefined || certificate.standsFor(address)) return address;
  return certificate.name ?? address;
}

/** As clients send it: the usual port is left out. */
function hostOf(name: string, port: number, scheme: "http" | "https"): string {
  const host = isIPv6(name) ? `[${name}]` : name;
  return port === (scheme === "https" ? 443 : 80) ? host : `${host}:${port}`;
}
