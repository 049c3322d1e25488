import type { ReactNode } from 'react'

declare module 'hono' {
  interface ContextRenderer {
    /** `context.render(page)`: the page in the document of the shop (`theme/render.tsx`). */
    (page: Page): Response
  }
}

/** Script settings that scripts of such shops read as global variables, e.g. `wc_add_to_cart_params`. */
export type PageGlobals = Readonly<Record<string, unknown>>

export type Page = {
  readonly title: string
  readonly description?: string
  /** Path of the page's one true address; left out on pages that search engines must not keep. */
  readonly canonical?: string
  /** Class names on the body that scripts and styles rely on (html-notes.md, "Body classes"). */
  readonly bodyClass: string
  readonly body: ReactNode
  /** What most visitors of this page come for, reached past menu and filters by a second skip link. */
  readonly skipLink?: { readonly href: `#${string}`; readonly label: string }
  /** Objects written as JSON-LD. */
  readonly structuredData?: readonly object[]
  /** Picture for links shared elsewhere, as a path. */
  readonly image?: string
  /** More of what a shared link says of the page: `og:` and `product:` properties. */
  readonly socialMeta?: readonly (readonly [property: string, content: string])[]
  /** Settings of this page's scripts, besides those that every page of the shop has. */
  readonly globals?: PageGlobals
  /** Scripts are told that the cart is on this page: it is then changed in place. */
  readonly isCart?: boolean
  readonly status?: 200 | 400 | 403 | 404 | 405 | 413 | 422 | 429 | 500 | 503
  /** `checkout`: the small header without a menu; `payment`: the same for an order that has left its cart. */
  readonly layout?: 'shop' | 'checkout' | 'payment' | 'bare'
  /** Source path of a built script this page needs besides the first one. */
  readonly scripts?: readonly string[]
  /** Scripts of the payment provider; they come from its own origin. */
  readonly externalScripts?: readonly string[]
  readonly noIndex?: boolean
  /** Number of the product, post or page that this is the page of: the header `Link` then names its short link. */
  readonly entryId?: number
  /** Path of the same as JSON, for the header `Link`. */
  readonly jsonPath?: string
  /** Feeds that readers are to find on this page, besides those of the whole site. */
  readonly feeds?: readonly { readonly title: string; readonly href: string }[]
  /**
   * What the page shows, when it is the same for everybody: it is then kept and answered from memory until one of
   * these is written. Left out: never kept, by nobody.
   */
  readonly cache?: { readonly tags: readonly string[]; readonly expiresAt?: Date; readonly generation: number }
}

/** `</script>` inside a value must not end the script it stands in. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
