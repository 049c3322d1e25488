/** Choices in the settings of wallets, for their form and their API. */

/** Pages where a wallet has a button of its own. Payment lists of checkout and order-pay have it wherever it is enabled. */
export const walletSections = ['product', 'cart', 'checkout'] as const
export type WalletSection = (typeof walletSections)[number]

export const buttonColors = ['black', 'white'] as const
export type ButtonColor = (typeof buttonColors)[number]

/** What the button says, by Google's names; the provider's request knows fewer. */
export const buttonStyles = ['buy', 'book', 'donate', 'plain', 'checkout', 'order', 'pay'] as const
export type ButtonStyle = (typeof buttonStyles)[number]
export const requestButtonStyles = ['buy', 'book', 'donate', 'plain'] as const satisfies readonly ButtonStyle[]

/** The language of Google's button; '' is the browser's. */
export const buttonLocales = ['en', 'fr', ''] as const
export type ButtonLocale = (typeof buttonLocales)[number]

/** In pixels, as Google's button takes it. */
export const maxButtonRadius = 100

/** Height of the buttons, in pixels. */
export const buttonHeight = 48

export const merchantLimits = { id: 40, name: 80 } as const

/** Of Apple's domain association file, which has about 9,000 characters. */
export const associationLimit = 20_000
