import regularFont from './fonts/invoice-regular.ttf?inline'
import strongFont from './fonts/invoice-strong.ttf?inline'

const decode = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

/** Fonts of invoices (`fonts/README.md`), inlined in the server build because only the server needs them. */
export const regular = decode(regularFont)
export const strong = decode(strongFont)
