import { button } from '../../../platform/ui/button.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { defineBlock } from '../../../things/blocks/block.ts'
import { OptionText } from '../../../things/blocks/option-text.tsx'
import { text } from '../../../things/blocks/options.ts'
import styles from '../mini-cart.module.css'

/**
 * Placeholder of the cart, the same for every visitor until the cart script fills in their items. Its height is
 * reserved, so nothing shifts then.
 */
export const miniCartBlock = defineBlock({
  name: 'mini_cart',
  title: 'Mini-cart',
  group: 'shop',
  options: { title: text('Title', 'Your cart') },
  // It contains no text of its own that a search should find.
  html: () => '',
  View: ({ options: { title }, edit }) => (
    <div className={`widget woocommerce widget_shopping_cart ${styles.widget}`}>
      <OptionText as="h2" className={`widgettitle ${styles.title}`} text={title} {...edit('title')} />
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
