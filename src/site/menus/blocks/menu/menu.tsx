import { defineBlock } from '../../../../things/blocks/block.ts'
import { choice, text } from '../../../../things/blocks/options.ts'
import { templateTag } from '../../../../things/entries/entry.ts'
import type { WithMenus } from '../../live-menus.ts'
import { MENUS_TEMPLATE } from '../../menus.store.ts'
import { type MenuLink, menuNames } from '../../menus.ts'
import styles from './menu.module.css'

export const menu = (shop: WithMenus) =>
  defineBlock({
    name: 'menu',
    title: 'Menu',
    group: 'site',
    options: {
      menu: choice('Menu', menuNames, 'footer'),
      label: text('Its name, for those who hear it', 'More pages'),
      direction: choice('Direction', ['row', 'column'], 'row'),
    },
    // Changed targets invalidate `settings`, which all pages have as a tag.
    load: async (_, { menu: name }) => ({ data: shop.menus()[name], tags: [templateTag(MENUS_TEMPLATE)] }),
    contentHtml: () => '',
    View: ({ options: { label, direction }, data: links }) =>
      links.length > 0 && (
        <nav className={styles.menu} aria-label={label || 'More pages'} data-direction={direction}>
          <Links links={links} />
        </nav>
      ),
  })

const Links = ({ links }: { readonly links: readonly MenuLink[] }) => (
  <ul>
    {links.map(({ label, href, children }, index) => (
      <li key={index}>
        {href === '' ? <span>{label}</span> : <a href={href}>{label}</a>}
        {children.length > 0 && <Links links={children} />}
      </li>
    ))}
  </ul>
)
