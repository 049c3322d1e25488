/** An address of the shop as this page reaches it: the public name may differ from the one the page was opened at. */
export function toLocalUrl(address: string): string {
  if (address === '') return ''
  const { pathname, search } = new URL(address, location.href)
  return pathname + search
}

/** The same for each address of a `srcset`. */
export const toLocalSrcset = (srcset: string): string =>
  srcset
    .split(', ')
    .map((one) => one.replace(/^\S+/, toLocalUrl))
    .join(', ')
