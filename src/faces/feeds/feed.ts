/** One thing in a feed. Addresses are whole; texts without HTML unless said otherwise. */
export type FeedItem = {
  readonly title: string
  readonly url: string
  /** Stays the same when the address changes. */
  readonly guid: string
  readonly publishedAt: Date
  readonly author: string
  readonly categories: readonly string[]
  readonly summary: string
  /** HTML with whole addresses; empty when there is no more than the summary. */
  readonly content: string
  readonly comments: { readonly url: string; readonly feedUrl: string; readonly count: number } | null
}

export type Feed = {
  readonly title: string
  readonly description: string
  /** The page that it is the feed of. */
  readonly url: string
  /** Newest first. */
  readonly items: readonly FeedItem[]
}

export type FeedFormat = 'rss2' | 'atom'

/** The format by WordPress's names for feeds; its two oldest are answered in the newest RSS. */
export const parseFormat = (name: string | undefined): FeedFormat => (name === 'atom' ? 'atom' : 'rss2')

/** Links and pictures of a text that starts them at the shop, from wherever the text is read. */
export const withAbsoluteUrls = (html: string, shopUrl: string): string =>
  html
    .replace(/\b(href|src|poster)="\/(?!\/)/g, `$1="${shopUrl}/`)
    .replace(
      /\bsrcset="([^"]*)"/g,
      (_, list: string) => `srcset="${list.replace(/(^|,\s*)\/(?!\/)/g, `$1${shopUrl}/`)}"`,
    )
