import type { ReactNode } from 'react'

type ShopMainProps = {
  readonly className: string | undefined
  /** The heading, where it stands above all that scripts may replace. */
  readonly title?: ReactNode
  /** Public class of the element around what the page holds, where such pages have one. */
  readonly innerClassName?: 'woocommerce-order' | 'woocommerce-MyAccount-content'
  readonly children: ReactNode
}

/**
 * What a page of cart, checkout or account holds, in the `div.woocommerce` by which scripts of such shops find it and
 * replace it as a whole.
 */
export function ShopMain({ className, title, innerClassName, children }: ShopMainProps) {
  return (
    <main id="content" className={className}>
      {title}
      <div className="woocommerce">{innerClassName ? <div className={innerClassName}>{children}</div> : children}</div>
    </main>
  )
}
