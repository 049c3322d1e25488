import type { ReactNode } from 'react'

type ShopMainProps = {
  readonly className: string | undefined
  /** The heading, outside the element that scripts replace. */
  readonly title?: ReactNode
  /** Public class of the content wrapper. */
  readonly innerClassName?: 'woocommerce-order' | 'woocommerce-MyAccount-content'
  readonly children: ReactNode
}

/** Content of cart, checkout and account pages, in the `div.woocommerce` that WooCommerce scripts look up and replace. */
export const ShopMain = ({ className, title, innerClassName, children }: ShopMainProps) => (
  <main id="content" className={className}>
    {title}
    <div className="woocommerce">{innerClassName ? <div className={innerClassName}>{children}</div> : children}</div>
  </main>
)
