/** Account settings of the store owner. */
export const accountDefaults = {
  /** Whether people can make an account without buying. A link is mailed to choose the password. */
  registration: true,
  /** Whether people who may open the back office need a second factor. */
  requireSecondFactor: false,
}

export type AccountSettings = Readonly<typeof accountDefaults>
