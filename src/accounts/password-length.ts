/** Characters of a password that somebody chooses. */
export const LEAST_PASSWORD = 10
export const LONGEST_PASSWORD = 128

export const hasPasswordLength = (password: string): boolean =>
  password.length >= LEAST_PASSWORD && password.length <= LONGEST_PASSWORD
