export const walletSections = ['product', 'cart', 'checkout'] as const
export type WalletSection = (typeof walletSections)[number]

export const buttonColors = ['black', 'white'] as const

/** Button labels; Stripe's payment request supports only some. */
export const buttonStyles = ['buy', 'book', 'donate', 'plain', 'checkout', 'order', 'pay'] as const
export type ButtonStyle = (typeof buttonStyles)[number]
export const requestButtonStyles = ['buy', 'book', 'donate', 'plain'] as const satisfies readonly ButtonStyle[]

/** In pixels. */
export const maxButtonRadius = 100

export const buttonHeight = 48
