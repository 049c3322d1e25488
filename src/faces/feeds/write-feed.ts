import { type Xml, xml, xmlDocument } from '../../platform/web/xml.ts'

export const feedTypes: Readonly<Record<FeedFormat, string>> = {
  rss2: 'application/rss+xml; charset=UTF-8',
  atom: 'application/atom+xml; charset=UTF-8',
}

export const writeFeed = (feed: Feed, format: FeedFormat, self: string): string =>
  xmlDocument(format === 'atom' ? atom(feed, self) : rss(feed, self))

const text = (name: string, value: string | number): Xml => xml(name, {}, value)

/** RSS 2.0 with the extensions of WordPress's feeds. */
function rss(feed: Feed, self: string): Xml {
  const newest = feed.items[0]?.publishedAt
  return xml(
    'rss',
    {
      version: '2.0',
      'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
      'xmlns:wfw': 'http://wellformedweb.org/CommentAPI/',
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      'xmlns:atom': 'http://www.w3.org/2005/Atom',
      'xmlns:slash': 'http://purl.org/rss/1.0/modules/slash/',
    },
    xml(
      'channel',
      {},
      text('title', feed.title),
      xml('atom:link', { href: self, rel: 'self', type: 'application/rss+xml' }),
      text('link', feed.url),
      text('description', feed.description),
      newest ? text('lastBuildDate', newest.toUTCString()) : null,
      text('language', 'en-CA'),
      feed.items.map(rssItem),
    ),
  )
}

const rssItem = (item: FeedItem): Xml =>
  xml(
    'item',
    {},
    text('title', item.title),
    text('link', item.url),
    item.comments ? text('comments', item.comments.url) : null,
    text('dc:creator', item.author),
    text('pubDate', item.publishedAt.toUTCString()),
    item.categories.map((category) => text('category', category)),
    xml('guid', { isPermaLink: 'false' }, item.guid),
    text('description', item.summary),
    item.content === '' ? null : text('content:encoded', item.content),
    item.comments ? text('wfw:commentRss', item.comments.feedUrl) : null,
    item.comments ? text('slash:comments', item.comments.count) : null,
  )

function atom(feed: Feed, self: string): Xml {
  const newest = feed.items[0]?.publishedAt ?? new Date(0)
  return xml(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en-CA' },
    text('title', feed.title),
    text('subtitle', feed.description),
    text('updated', newest.toISOString()),
    xml('link', { rel: 'alternate', type: 'text/html', href: feed.url }),
    text('id', self),
    xml('link', { rel: 'self', type: 'application/atom+xml', href: self }),
    feed.items.map(atomEntry),
  )
}

const atomEntry = (item: FeedItem): Xml =>
  xml(
    'entry',
    {},
    xml('author', {}, text('name', item.author)),
    text('title', item.title),
    xml('link', { rel: 'alternate', type: 'text/html', href: item.url }),
    text('id', item.guid),
    text('updated', item.publishedAt.toISOString()),
    text('published', item.publishedAt.toISOString()),
    item.categories.map((category) => xml('category', { term: category })),
    xml('summary', { type: 'text' }, item.summary),
    item.content === '' ? null : xml('content', { type: 'html' }, item.content),
  )

/** A feed item. URLs are absolute; texts are plain unless noted. */
export type FeedItem = {
  readonly title: string
  readonly url: string
  /** A stable id, which stays when the URL changes. */
  readonly guid: string
  readonly publishedAt: Date
  readonly author: string
  readonly categories: readonly string[]
  readonly summary: string
  /** HTML with absolute URLs; empty if there is only a summary. */
  readonly content: string
  readonly comments: { readonly url: string; readonly feedUrl: string; readonly count: number } | null
}

export type Feed = Readonly<Record<'title' | 'description' | 'url', string>> & { readonly items: readonly FeedItem[] }

export type FeedFormat = 'rss2' | 'atom'

/** Parses WordPress's feed names. Its two oldest formats are served as RSS 2. */
export const parseFormat = (name: string | undefined): FeedFormat => (name === 'atom' ? 'atom' : 'rss2')

export const withAbsoluteUrls = (html: string, shopUrl: string): string =>
  html
    .replace(/\b(href|src|poster)="\/(?!\/)/g, `$1="${shopUrl}/`)
    .replace(
      /\bsrcset="([^"]*)"/g,
      (_, list: string) => `srcset="${list.replace(/(^|,\s*)\/(?!\/)/g, `$1${shopUrl}/`)}"`,
    )
