import { contactOf } from '../../people/addresses/store-address.ts'
import { cachedMarkup } from '../../platform/ui/cached-markup.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { FooterCartLink } from '../../shop/cart/fragments.tsx'
import { type CheckoutSettings, policySlugs } from '../../shop/checkout/settings.ts'
import type { MenuLink } from '../../site/menus/menus.ts'
import type { DocumentSettings } from './context.ts'
import { CurrencySwitcher, PricesIn } from './currency-switcher.tsx'
import styles from './footer.module.css'
import { MenuList } from './header.tsx'

type FooterProps = {
  settings: DocumentSettings
  menu: readonly MenuLink[]
  year: string
  query: Readonly<Record<string, readonly string[]>>
}

type FooterSettings = DocumentSettings & CheckoutSettings

export const Footer = ({ settings, menu, year, query }: FooterProps) => (
  <footer id="colophon" className={`site-footer ${styles.footer}`}>
    {settings.footerHighlights.length > 0 && (
      <ul className={styles.facts}>
        {settings.footerHighlights.map((fact) => (
          <li key={fact.title}>
            <a href={fact.href}>
              <strong>{fact.title}</strong>
              <span>{fact.text}</span>
            </a>
          </li>
        ))}
      </ul>
    )}
    <div className={styles.inner} dangerouslySetInnerHTML={{ __html: columnsMarkup(settings, menu) }} />
    <div className={styles.last}>
      <p>
        © {year} {settings.siteTitle}. {settings.footerText} <PricesIn />,{' '}
        {settings.taxes.pricesIncludeTax ? 'tax included' : 'before tax'}.
      </p>
      <CurrencySwitcher id="footer-currency" currencies={settings.currencies} query={query} />
      <p>
        <FooterCartLink />
      </p>
    </div>
  </footer>
)

function columnsMarkup(settings: DocumentSettings, menu: readonly MenuLink[]): string {
  const { siteTitle, tagline } = settings
  return cachedMarkup(JSON.stringify(['footer', siteTitle, tagline, menu, contactOf(settings)]), () => (
    <>
      <SiteInfo settings={settings} />
      <div className={styles.columns}>
        {menu.map((column, index) => (
          <Column key={`${index} ${column.label}`} {...column} />
        ))}
      </div>
    </>
  ))
}

function SiteInfo({ settings }: { settings: DocumentSettings }) {
  const { address, email, phone } = contactOf(settings)
  return (
    <div className={styles.words}>
      <p className={styles.name}>{settings.siteTitle}</p>
      {settings.tagline !== '' && <p>{settings.tagline}.</p>}
      <address>
        {address.map((line) => (
          <span key={line}>{line}</span>
        ))}
        <a href={`mailto:${email}`}>{email}</a>
        {phone !== '' && <a href={telephoneHref(phone)}>{phone}</a>}
      </address>
    </div>
  )
}

const Column = ({ label, href, children }: MenuLink) => (
  <nav className={styles.links} aria-label={label}>
    <h2>{href === '' ? label : <a href={href}>{label}</a>}</h2>
    {children.length > 0 && <MenuList links={children} />}
  </nav>
)

/** Numbers without a country code are assumed North American. */
const telephoneHref = (phone: string) => `tel:${phone.startsWith('+') ? '' : '+1-'}${phone.replaceAll(/\s+/g, '-')}`

/** What buyers want to know before they pay, as far as the footer menu links to it: it lacks pages that are not public. */
export function CheckoutFooter({ settings, menu }: Pick<FooterProps, 'menu'> & { settings: FooterSettings }) {
  const { email } = contactOf(settings)
  const pages = ['shipping-returns', ...policySlugs(settings)].map(hrefs.page)
  const links = menu.flatMap((link) => [link, ...link.children]).filter(({ href }) => pages.includes(href))
  return (
    <footer className={`site-footer ${styles.small}`}>
      {links.map(({ label, href }) => (
        <a key={href} href={href}>
          {label}
        </a>
      ))}
      <a href={`mailto:${email}`}>{email}</a>
    </footer>
  )
}
