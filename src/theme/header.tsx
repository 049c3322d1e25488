import { CartLink } from '../cart/fragments.tsx'
import { hrefs } from '../routes.ts'
import type { Settings } from '../settings/settings.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './header.module.css'

/** Wordmark, menu, search, account and cart in one line. Menu and search panels open without script (popover). */
export function Header({ settings }: { settings: Settings }) {
  return (
    <>
      <header id="masthead" className={`site-header ${styles.header}`}>
        <div className={styles.bar}>
          <Wordmark title={settings.siteTitle} />
          <nav className={`main-navigation ${styles.menu}`} aria-label="Main menu">
            <ul>
              {settings.menu.map((item) => (
                <li key={item.href} {...(item.children ? { 'data-has-children': '' } : {})}>
                  <a href={item.href}>
                    {item.label}
                    {item.children && <Icon name="down" size={14} />}
                  </a>
                  {item.children && (
                    <ul>
                      {item.children.map((child) => (
                        <li key={child.href}>
                          <a href={child.href}>{child.label}</a>
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </ul>
          </nav>
          <div className={styles.tools}>
            <button type="button" className={styles.tool} popoverTarget="site-search" aria-label="Search">
              <Icon name="search" size={22} />
            </button>
            <a className={`${styles.tool} ${styles.account}`} href={hrefs.account()} aria-label="My account">
              <Icon name="person" size={22} />
            </a>
            <CartLink />
            <button
              type="button"
              className={`menu-toggle ${styles.tool} ${styles.menuButton}`}
              popoverTarget="site-menu"
              aria-label="Menu"
            >
              <Icon name="menu" size={24} />
            </button>
          </div>
        </div>
      </header>
      <SearchPanel />
      <MenuPanel settings={settings} />
    </>
  )
}

/** For the checkout: the name, and the way back to the cart. */
export function SmallHeader({ settings }: { settings: Settings }) {
  return (
    <header className={`site-header ${styles.header} ${styles.small}`}>
      <div className={styles.bar}>
        <Wordmark title={settings.siteTitle} />
        <a className={styles.backToCart} href={hrefs.cart()}>
          <Icon name="left" size={18} /> Back to the cart
        </a>
      </div>
    </header>
  )
}

function Wordmark({ title }: { title: string }) {
  return (
    <a className={`site-title ${styles.wordmark}`} href={hrefs.home()} rel="home">
      <svg aria-hidden="true" viewBox="-37 -103 74 104" width="24" height="34">
        <path
          d="M-4 -70C-5.5 -69.7 -10.3 -69.2 -13 -68C-15.7 -66.8 -18.2 -65.3 -20 -63C-21.8 -60.7 -23.5 -57.2 -24 -54C-24.5 -50.8 -24.2 -47.5 -23 -44C-21.8 -40.5 -19.2 -36.3 -17 -33C-14.8 -29.7 -11.3 -26.3 -10 -24C-8.7 -21.7 -8.5 -20.8 -9 -19C-9.5 -17.2 -11.5 -14.8 -13 -13C-14.5 -11.2 -17 -9.7 -18 -8C-19 -6.3 -18.8 -4.3 -19 -3C-19.2 -1.7 -19 -0.5 -19 0L19 0C19 -0.5 19.2 -1.7 19 -3C18.8 -4.3 19 -6.3 18 -8C17 -9.7 14.5 -11.2 13 -13C11.5 -14.8 9.5 -17.2 9 -19C8.5 -20.8 8.7 -21.7 10 -24C11.3 -26.3 14.8 -29.7 17 -33C19.2 -36.3 21.8 -40.5 23 -44C24.2 -47.5 24.5 -50.8 24 -54C23.5 -57.2 21.8 -60.7 20 -63C18.2 -65.3 15.7 -66.8 13 -68C10.3 -69.2 5.5 -69.7 4 -70ZM-13 -79L-9 -76L-7 -72L7 -72L9 -76L13 -79Z"
          fill="currentColor"
        />
        <path
          d="M-22 -60C-23.7 -60.5 -30 -64.2 -32 -63C-34 -61.8 -34.5 -55.8 -34 -53C-33.5 -50.2 -30.8 -47.3 -29 -46C-27.2 -44.7 -24 -45.2 -23 -45M22 -60C23.7 -60.5 30 -64.2 32 -63C34 -61.8 34.5 -55.8 34 -53C33.5 -50.2 30.8 -47.3 29 -46C27.2 -44.7 24 -45.2 23 -45"
          fill="none"
          stroke="currentColor"
          strokeWidth="5"
          strokeLinecap="round"
        />
        <path
          d="M0 -82C-1.2 -83 -5.8 -85.8 -7 -88C-8.2 -90.2 -8.3 -92.7 -7 -95C-5.7 -97.3 -0.3 -100.8 1 -102L1 -102C2 -100.8 6.2 -97.3 7 -95C7.8 -92.7 7.2 -90.2 6 -88C4.8 -85.8 1 -83 0 -82Z"
          fill="var(--clay)"
        />
        <path d="M-3 -31h6v9h-6z" fill="var(--paper)" />
        <path d="M-23.400 -53h46.800" stroke="var(--paper)" strokeWidth="2.500" />
      </svg>
      <span>{title}</span>
    </a>
  )
}

/** A strip under the header with one large field. */
function SearchPanel() {
  return (
    <search id="site-search" className={styles.searchPanel} popover="auto">
      <form action={hrefs.shop()} method="get" role="search" className={styles.searchForm}>
        <label htmlFor="site-search-field" className="screen-reader-text">
          Search the shop
        </label>
        <Icon name="search" size={24} />
        <input
          id="site-search-field"
          className="search-field"
          type="search"
          name="s"
          placeholder="Search for a tea, a place, a pot"
          autoComplete="off"
          autoFocus
          required
        />
        <input type="hidden" name="post_type" value="product" />
        <button type="submit">Search</button>
      </form>
    </search>
  )
}

/** The slide-out menu on the right, for small screens. */
function MenuPanel({ settings }: { settings: Settings }) {
  return (
    <div id="site-menu" className={styles.menuPanel} popover="auto">
      <div className={styles.menuHead}>
        <span>Menu</span>
        <button
          type="button"
          className={styles.tool}
          popoverTarget="site-menu"
          popoverTargetAction="hide"
          aria-label="Close the menu"
        >
          <Icon name="close" size={24} />
        </button>
      </div>
      <nav aria-label="Menu">
        <ul>
          {settings.menu.map((item) => (
            <li key={item.href}>
              <a href={item.href}>{item.label}</a>
              {item.children && (
                <ul>
                  {item.children.map((child) => (
                    <li key={child.href}>
                      <a href={child.href}>{child.label}</a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <a className={styles.menuAccount} href={hrefs.account()}>
        <Icon name="person" /> My account
      </a>
    </div>
  )
}
