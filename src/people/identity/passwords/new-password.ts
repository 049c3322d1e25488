import { isValidPasswordLength, type PasswordRefusal } from './password-rules.ts'

/** Whose password it will be, and where. */
export type PasswordOwner = { readonly email: string; readonly name: string; readonly siteTitle: string }

/** Words that are tried first for this account. */
export const ownWords = ({ email, name, siteTitle }: PasswordOwner): readonly string[] => [
  ...new Set([
    email,
    ...email.split(/[@.+_-]/),
    name,
    name.replaceAll(/\s+/g, ''),
    ...name.split(/\s+/),
    siteTitle,
    ...siteTitle.split(/\s+/),
  ]),
]

/**
 * Whether a password may be set; null if it may. Length and guessability count, not the kinds of characters (NIST SP
 * 800-63B, section 3.1.1.2). Nothing is asked of another server.
 */
export async function refusePassword(password: string, owner: PasswordOwner): Promise<PasswordRefusal | null> {
  if (!isValidPasswordLength(password)) return 'length'
  const { passwordStrength } = await import('./password-strength.ts')
  return passwordStrength(password, ownWords(owner)).weakness
}
