import { z } from 'zod'
import { button } from '../../../platform/ui/button.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { defineBlock } from '../../../things/blocks/block.ts'
import { text } from '../../../things/blocks/options.ts'
import styles from '../mini-cart.module.css'

/**
 * The cart on a page, the same for everybody until the cart's script puts in what its visitor has. It has its height from
 * the beginning, so that nothing moves then.
 */
export const miniCartBlock = defineBlock({
  name: 'mini_cart',
  title: 'Mini-cart',
  group: 'shop',
  options: z.object({ title: text('Title', 'Your cart') }),
  // What it says is of the page's frame, nothing to be found by.
  html: () => '',
  View: ({ options: { title }, edit }) => (
    <div className={`widget woocommerce widget_shopping_cart ${styles.widget}`}>
      {title !== '' && (
        <h2 className={`widgettitle ${styles.title}`} {...edit('title')}>
          {title}
        </h2>
      )}
      <div className="widget_shopping_cart_content">
        <div className={styles.empty}>
          <p>What you put into your cart is listed here.</p>
          <a className={button.secondary} href={paths.cart}>
            View cart
          </a>
        </div>
      </div>
    </div>
  ),
})
