import { contactOf } from '../../people/addresses/store-address.ts'
import { cachedMarkup } from '../../platform/ui/cached-markup.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { FooterCartLink } from '../../shop/cart/fragments.tsx'
import type { DocumentSettings } from './context.ts'
import { CurrencySwitcher, PricesIn } from './currency-switcher.tsx'
import styles from './footer.module.css'
import { MenuList } from './header.tsx'
import type { Link } from './storefront-settings.ts'

const helpLinks = [
  { label: 'Shipping and returns', href: hrefs.page('shipping-returns') },
  { label: 'Questions and answers', href: hrefs.page('faq') },
  { label: 'Contact', href: hrefs.page('contact') },
  { label: 'My account', href: paths.account },
]
const aboutLinks = [
  { label: 'About us', href: hrefs.page('about') },
  { label: 'Journal', href: hrefs.blog() },
  { label: 'Terms', href: hrefs.page('terms') },
  { label: 'Privacy', href: hrefs.page('privacy-policy') },
]

const MAX_CHILDREN = 3

function shopLinks(menu: DocumentSettings['menu']): readonly Link[] {
  const links = menu.flatMap(({ label, href, children = [] }): readonly Link[] => {
    if (children.length > MAX_CHILDREN) return [{ label, href }]
    return children.some((child) => child.href === href) ? children : [{ label, href }, ...children]
  })
  return links.filter(({ href }) => !aboutLinks.some((link) => link.href === href))
}

type FooterProps = { settings: DocumentSettings; year: number; query: Readonly<Record<string, readonly string[]>> }

export const Footer = ({ settings, year, query }: FooterProps) => (
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
    <div className={styles.inner} dangerouslySetInnerHTML={{ __html: columnsMarkup(settings) }} />
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

function columnsMarkup(settings: DocumentSettings): string {
  const { siteTitle, tagline, menu } = settings
  return cachedMarkup(JSON.stringify(['footer', siteTitle, tagline, menu, contactOf(settings)]), () => (
    <>
      <SiteInfo settings={settings} />
      <Links title="Shop" links={shopLinks(menu)} />
      <Links title="Help" links={helpLinks} />
      <Links title="About" links={aboutLinks} />
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

const Links = ({ title, links }: { title: string; links: readonly Link[] }) => (
  <nav className={styles.links} aria-label={title}>
    <h2>{title}</h2>
    <MenuList links={links} />
  </nav>
)

/** A number without a country code is a North American one. */
const telephoneHref = (phone: string) => `tel:${phone.startsWith('+') ? '' : '+1-'}${phone.replaceAll(/\s+/g, '-')}`

export function CheckoutFooter({ settings }: { settings: DocumentSettings }) {
  const { email } = contactOf(settings)
  return (
    <footer className={`site-footer ${styles.small}`}>
      <a href={hrefs.page('shipping-returns')}>Shipping and returns</a>
      <a href={hrefs.page('terms')}>Terms</a>
      <a href={hrefs.page('privacy-policy')}>Privacy</a>
      <a href={`mailto:${email}`}>{email}</a>
    </footer>
  )
}
