/** Rewrites a URL of the shop to the current origin, which may differ from the public one. */
export function toLocalUrl(address: string): string {
  if (address === '') return ''
  const { pathname, search } = new URL(address, location.href)
  return pathname + search
}

/** The same for each URL of a `srcset` attribute. */
export const toLocalSrcset = (srcset: string): string =>
  srcset
    .split(', ')
    .map((one) => one.replace(/^\S+/, toLocalUrl))
    .join(', ')
