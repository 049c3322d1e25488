/** A cookie that the shop sets. The privacy page lists it, and a test that walks the shop checks for undeclared ones. */
export type CookieDeclaration = {
  /** Its name; `*` stands for the rest of it. On https some begin with `__Secure-`. */
  readonly name: string
  /** What it is for, to end a sentence: 'keeps you signed in'. */
  readonly purpose: string
  readonly lifetime: string
}

/** The declaration of a cookie with this name. */
export const declarationOf = (
  declarations: readonly CookieDeclaration[],
  cookieName: string,
): CookieDeclaration | undefined => {
  const plain = cookieName.replace(/^__Secure-/, '')
  return declarations.find(({ name }) => (name.endsWith('*') ? plain.startsWith(name.slice(0, -1)) : plain === name))
}
