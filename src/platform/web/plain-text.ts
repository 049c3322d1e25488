export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*(?:>|($))/g, (found, open?: string) => (open === undefined ? ' ' : found))
    .replace(/\s+/g, ' ')
    .trim()

export const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
