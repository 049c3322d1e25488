import { type ComponentProps, useContext } from 'react'
import { shopCurrency } from '../../platform/money/money.ts'
import { Submit } from '../../platform/ui/buttons.tsx'
import { cachedMarkup } from '../../platform/ui/cached-markup.ts'
import { ExchangeContext } from '../../platform/ui/exchange-context.ts'
import { Icon, type IconName } from '../../platform/ui/icon.tsx'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { SearchField } from '../../platform/web/search-field.tsx'
import { CartLink } from '../../shop/cart/fragments.tsx'
import type { MenuLink, ResolvedMenus } from '../../site/menus/menus.ts'
import type { DocumentSettings } from './context.ts'
import { CurrencyPanel, CurrencySwitcher } from './currency-switcher.tsx'
import styles from './header.module.css'
import wordmark from './pictures/samovar.svg?raw'

const logo = /<g[^>]*>([\s\S]*?)<\/g>/.exec(wordmark)?.[1] ?? ''

type HeaderProps = {
  settings: DocumentSettings
  menus: ResolvedMenus
  query: Readonly<Record<string, readonly string[]>>
}

export function Header({ settings, menus, query }: HeaderProps) {
  const { siteTitle, currencies } = settings
  const exchange = useContext(ExchangeContext)
  const currency = currencies.length > 0 ? (exchange?.currency ?? shopCurrency) : null
  const bar = cachedMarkup(JSON.stringify(['header', siteTitle, menus.top, hasSide(menus), currency]), () => (
    <Bar title={siteTitle} menus={menus} currency={currency} />
  ))
  return (
    <>
      <header id="masthead" className={`site-header ${styles.header}`} dangerouslySetInnerHTML={{ __html: bar }} />
      <SearchPanel />
      <CurrencyPanel id="site-currency" currencies={currencies} query={query} />
      <MenuPanel settings={settings} menus={menus} query={query} />
    </>
  )
}

type BarProps = { title: string; menus: ResolvedMenus; currency: string | null }

const Bar = ({ title, menus, currency }: BarProps) => (
  <div className={styles.bar} data-menu={fitOf(menus)} data-side={hasSide(menus) ? '' : undefined}>
    <Wordmark title={title} />
    <nav className={`main-navigation ${styles.menu}`} aria-label="Main menu">
      <MenuList links={menus.top} canExpand />
    </nav>
    <div className={styles.tools}>
      <Tool icon="search" opens="site-search" label="Search" />
      <a className={styles.tool} href={paths.account} aria-label="My account">
        <Icon name="user" size={22} />
      </a>
      <a className={styles.tool} href={paths.saved} aria-label="Saved teas">
        <Icon name="heart" size={22} />
      </a>
      {currency !== null && (
        <button
          type="button"
          className={`${styles.tool} ${styles.currency}`}
          popoverTarget="site-currency"
          aria-label={`${currency}, change the currency`}
        >
          {currency}
        </button>
      )}
      <CartLink />
      <Tool icon="menu" size={24} className={`menu-toggle ${styles.menuButton}`} opens="site-menu" label="Menu" />
    </div>
  </div>
)

/** Width in CSS px available to the menu in windows of 1024 and 1280 px. */
const ROOM = { narrow: 550, wide: 690 }
const GAP = { narrow: 8, wide: 16 }
const MENU_BUTTON = 48
const EXPAND_BUTTON = 24

/** Estimated width of a label in CSS px, rounded up. */
const widthOf = (label: string): number =>
  Array.from(label).reduce((sum, letter) => sum + (letter > '\u024f' ? 17 : /[A-Zmw@%]/.test(letter) ? 11 : 7.2), 0)

/** Where the menu fits on one line: undefined for any window, only `wide` ones, or `none`. */
function fitOf(menus: ResolvedMenus): 'wide' | 'none' | undefined {
  const room = hasSide(menus) ? -MENU_BUTTON : 0
  const items = menus.top.map(({ label, children }) => widthOf(label) + 8 + (children.length > 0 ? EXPAND_BUTTON : 0))
  const fits = (size: 'narrow' | 'wide') =>
    items.reduce((sum, width) => sum + width + GAP[size], 0) <= ROOM[size] + room
  if (fits('narrow')) return undefined
  return fits('wide') ? 'wide' : 'none'
}

type ToolProps = ComponentProps<'button'> & { icon: IconName; size?: number; label: string; opens: string }

const Tool = ({ icon, size = 22, label, opens, className = '', ...props }: ToolProps) => (
  <button type="button" className={`${styles.tool} ${className}`} popoverTarget={opens} aria-label={label} {...props}>
    <Icon name={icon} size={size} />
  </button>
)

type MenuListProps = { links: readonly MenuLink[]; canExpand?: boolean }

export const MenuList = ({ links, canExpand = false }: MenuListProps) => (
  <ul>
    {links.map(({ label, href, children }, index) => (
      <li key={`${index} ${href}`} data-has-children={canExpand && children.length > 0 ? '' : undefined}>
        <a href={href}>{label}</a>
        {canExpand && children.length > 0 && (
          <button type="button" className="menu-expand" aria-expanded="false" aria-label={`More in ${label}`}>
            <Icon name="down" size={14} />
          </button>
        )}
        {children.length > 0 && <MenuList links={children} />}
      </li>
    ))}
  </ul>
)

type CheckoutHeaderProps = { readonly settings: DocumentSettings; readonly backTo: 'cart' | 'shop' }

export const CheckoutHeader = ({ settings, backTo }: CheckoutHeaderProps) => (
  <header className={`site-header ${styles.header} ${styles.small}`}>
    <div className={styles.bar}>
      <Wordmark title={settings.siteTitle} />
      <a className={styles.backToCart} href={backTo === 'cart' ? paths.cart : hrefs.shop()}>
        <Icon name="left" size={18} /> {backTo === 'cart' ? 'Back to the cart' : 'Back to the shop'}
      </a>
    </div>
  </header>
)

const Wordmark = ({ title }: { title: string }) => (
  <a className={`site-title ${styles.wordmark}`} href={paths.home} rel="home">
    <svg aria-hidden viewBox="-40 -116 80 118" width={25} height={37} dangerouslySetInnerHTML={{ __html: logo }} />
    <span>{title}</span>
  </a>
)

const SearchPanel = () => (
  <search id="site-search" className={styles.searchPanel} popover="auto">
    <form action={hrefs.shop()} method="get" role="search" className={styles.searchForm}>
      <label htmlFor="site-search-field" className="screen-reader-text">
        Search the shop
      </label>
      <Icon name="search" size={24} />
      <SearchField id="site-search-field" placeholder="Search for a tea, a place, a pot" hasAutoFocus />
      <Submit label="Search" />
    </form>
  </search>
)

const menuMarkup = (menu: readonly MenuLink[]): string =>
  cachedMarkup(JSON.stringify(['menu', menu]), () => <MenuList links={menu} />)

const hasSide = ({ side, sideUrl }: ResolvedMenus): boolean => side.length > 0 || sideUrl !== ''

/** Links of the side menu. A menu from a URL is a single link until it is loaded, unless the owner set others. */
const sideLinks = ({ side, sideUrl }: ResolvedMenus): readonly MenuLink[] =>
  side.length > 0 ? side : [{ label: 'More', href: sideUrl, children: [] }]

const MenuPanel = ({ settings, menus, query }: HeaderProps) => (
  <nav id="site-menu" aria-label="Menu" className={styles.menuPanel} popover="auto">
    <div className={styles.menuHead}>
      <span>Menu</span>
      <Tool icon="close" size={24} opens="site-menu" popoverTargetAction="hide" label="Close the menu" />
    </div>
    <div className={styles.menuLinks} dangerouslySetInnerHTML={{ __html: menuMarkup(menus.top) }} />
    {hasSide(menus) && (
      <div
        className={styles.menuSide}
        data-side-menu-url={menus.sideUrl || undefined}
        dangerouslySetInnerHTML={{ __html: menuMarkup(sideLinks(menus)) }}
      />
    )}
    <a className={styles.menuAccount} href={paths.account}>
      <Icon name="user" /> My account
    </a>
    <a href={paths.saved}>
      <Icon name="heart" /> Saved teas
    </a>
    <CurrencySwitcher id="menu-currency" currencies={settings.currencies} query={query} />
  </nav>
)
