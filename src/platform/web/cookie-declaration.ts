/** A cookie of the shop, for the privacy page. A test that visits the shop fails on undeclared ones. */
export type CookieDeclaration = {
  /** Its name; `*` is a wildcard. On https some names begin with `__Secure-`. */
  readonly name: string
  /** Its purpose, as the end of a sentence: 'keeps you signed in'. */
  readonly purpose: string
  readonly lifetime: string
}

export const declarationOf = (
  declarations: readonly CookieDeclaration[],
  cookieName: string,
): CookieDeclaration | undefined => {
  const plain = cookieName.replace(/^__Secure-/, '')
  return declarations.find(({ name }) => (name.endsWith('*') ? plain.startsWith(name.slice(0, -1)) : plain === name))
}
