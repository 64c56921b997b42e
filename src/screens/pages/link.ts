/** The one way to an address that is made of names of files. A name can hold a scheme, which is never taken as one. */
export function linkTo(path: string): string {
  return path.split(/[\\/]/).map(encodeURIComponent).join("/");
}
