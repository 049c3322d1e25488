export const MIN_PASSWORD_LENGTH = 10
export const MAX_PASSWORD_LENGTH = 128

export const isValidPasswordLength = (password: string): boolean =>
  password.length >= MIN_PASSWORD_LENGTH && password.length <= MAX_PASSWORD_LENGTH

/** Why a password is easy to guess: leaked, made of words about its owner or the shop, or too simple. */
export type PasswordWeakness = 'breached' | 'personal' | 'guessable'

export type PasswordRefusal = 'length' | PasswordWeakness

const advice = 'Three or four words that have nothing to do with each other make a good one.'

export const passwordRefusalTexts: Readonly<Record<PasswordRefusal, string>> = {
  length: `A password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
  breached: `This password is on lists of stolen passwords, which are tried first. Please choose another one. ${advice}`,
  personal: `This password is made of your name, your email address or the name of the shop, which are tried first. Please choose another one. ${advice}`,
  guessable: `This password is too easy to guess. Please make it longer. ${advice}`,
}

export const passwordHint = `${MIN_PASSWORD_LENGTH} characters or more. ${advice}`
