import regularFont from './fonts/invoice-regular.ttf?inline'
import strongFont from './fonts/invoice-strong.ttf?inline'

const decode = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

/** The fonts of invoices (`fonts/README.md`), a part of the build because they are needed on the server only. */
export const regular = decode(regularFont)
export const strong = decode(strongFont)
