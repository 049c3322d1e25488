import { plainText } from '../../../../platform/web/plain-text.ts'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#039': "'" }

/** A name as text: programs send it as HTML, as they read it from WooCommerce. */
export const plainName = (html: string): string =>
  plainText(html).replaceAll(/&(amp|lt|gt|quot|#039);/g, (_, name: string) => entities[name] ?? '')
