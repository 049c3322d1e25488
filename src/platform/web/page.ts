import type { ReactNode } from 'react'

declare module 'hono' {
  interface ContextRenderer {
    /** `context.render(page)`: renders the page in the shop's document (`theme/render.tsx`). */
    (page: Page): Response
  }
}

/** Settings that WooCommerce scripts read as global variables, e.g. `wc_add_to_cart_params`. */
export type PageGlobals = Readonly<Record<string, unknown>>

export type Page = {
  readonly title: string
  readonly description?: string
  /** Canonical path; omitted on pages excluded from search engines. */
  readonly canonical?: string
  /** Body classes that scripts and styles rely on (html-notes.md, "Body classes"). */
  readonly bodyClass: string
  readonly body: ReactNode
  /** A second skip link to the main content of this page, past menu and filters. */
  readonly skipLink?: { readonly href: `#${string}`; readonly label: string }
  /** Objects for JSON-LD. */
  readonly structuredData?: readonly object[]
  /** Open Graph picture, as a path. */
  readonly image?: string
  /** Further `og:` and `product:` properties. */
  readonly socialMeta?: readonly (readonly [property: string, content: string])[]
  /** Globals for this page's scripts, besides those of every page. */
  readonly globals?: PageGlobals
  /** Tells scripts that this is the cart page, which they update in place. */
  readonly isCart?: boolean
  readonly status?: 200 | 400 | 403 | 404 | 405 | 413 | 422 | 429 | 500 | 503
  /** `checkout`: compact header without menu; `payment`: the same for an order that is no longer in the cart. */
  readonly layout?: 'shop' | 'checkout' | 'payment' | 'bare'
  /** Source paths of additional built scripts. */
  readonly scripts?: readonly string[]
  /** Names of built chunks that the start script imports on this page, fetched beside it. */
  readonly preloads?: readonly string[]
  /** Scripts of the payment provider, from its own origin. */
  readonly externalScripts?: readonly string[]
  /** Origins of videos that the page shows in frames. */
  readonly frames?: readonly string[]
  readonly noIndex?: boolean
  /** Shown in the page builder's frame, without the admin bar. */
  readonly isEditingFrame?: boolean
  /** Id of the product, post or page; the header `Link` then includes its short link. */
  readonly entryId?: number
  /** Path of the JSON representation, for the header `Link`. */
  readonly jsonPath?: string
  /** Feeds of this page, besides those of the whole site. */
  readonly feeds?: readonly { readonly title: string; readonly href: string }[]
  /** Set if the page is the same for every visitor: it is then cached until one of the tags is invalidated. */
  readonly cache?: { readonly tags: readonly string[]; readonly expiresAt?: Date; readonly generation: number }
}

/** Escapes `</script>` in values. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
