/** A feed item. URLs are absolute; texts are plain unless noted. */
export type FeedItem = {
  readonly title: string
  readonly url: string
  /** Stable, also if the URL changes. */
  readonly guid: string
  readonly publishedAt: Date
  readonly author: string
  readonly categories: readonly string[]
  readonly summary: string
  /** HTML with absolute URLs; empty if there is only a summary. */
  readonly content: string
  readonly comments: { readonly url: string; readonly feedUrl: string; readonly count: number } | null
}

export type Feed = {
  readonly title: string
  readonly description: string
  /** The page of the feed. */
  readonly url: string
  /** Newest first. */
  readonly items: readonly FeedItem[]
}

export type FeedFormat = 'rss2' | 'atom'

/** The format by WordPress's feed names; its two oldest are served as RSS 2. */
export const parseFormat = (name: string | undefined): FeedFormat => (name === 'atom' ? 'atom' : 'rss2')

/** Makes links and pictures of a text absolute. */
export const withAbsoluteUrls = (html: string, shopUrl: string): string =>
  html
    .replace(/\b(href|src|poster)="\/(?!\/)/g, `$1="${shopUrl}/`)
    .replace(
      /\bsrcset="([^"]*)"/g,
      (_, list: string) => `srcset="${list.replace(/(^|,\s*)\/(?!\/)/g, `$1${shopUrl}/`)}"`,
    )
