import { FooterCartLink } from '../cart/fragments.tsx'
import { hrefs } from '../routes.ts'
import type { Settings } from '../settings/settings.ts'
import styles from './footer.module.css'

/** What people look for at the end of a page. The addresses are those of the demo shop's pages. */
const help = [
  { label: 'Shipping and returns', href: hrefs.page('shipping-returns') },
  { label: 'Questions and answers', href: hrefs.page('faq') },
  { label: 'Contact', href: hrefs.page('contact') },
]
const house = [
  { label: 'About us', href: hrefs.page('about') },
  { label: 'Journal', href: hrefs.blog() },
  { label: 'Terms', href: hrefs.page('terms') },
  { label: 'Privacy', href: hrefs.page('privacy-policy') },
]

export function Footer({ settings, year }: { settings: Settings; year: number }) {
  return (
    <footer id="colophon" className={`site-footer ${styles.footer}`}>
      <div className={styles.inner}>
        <div className={styles.words}>
          <p className={styles.name}>{settings.siteTitle}</p>
          <p>{settings.tagline}.</p>
          <p>
            Packed by hand in Toronto. Prices in Canadian dollars. Write to us at{' '}
            <a href={`mailto:${settings.ownerEmail}`}>{settings.ownerEmail}</a>.
          </p>
        </div>
        <Links
          title="Shop"
          links={settings.menu.filter((item) => item.href !== hrefs.blog() && item.href !== hrefs.page('about'))}
        />
        <Links title="Help" links={help} />
        <Links title="The house" links={house} />
      </div>
      <div className={styles.last}>
        <p>
          © {year} {settings.siteTitle}
        </p>
        <p>
          <a href={hrefs.account()}>My account</a> <FooterCartLink />
        </p>
      </div>
    </footer>
  )
}

function Links({ title, links }: { title: string; links: readonly { label: string; href: string }[] }) {
  return (
    <nav className={styles.links} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.href}>
            <a href={link.href}>{link.label}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Under the checkout: only what somebody about to pay may still want to read. */
export function SmallFooter({ settings }: { settings: Settings }) {
  return (
    <footer className={`site-footer ${styles.small}`}>
      <a href={hrefs.page('shipping-returns')}>Shipping and returns</a>
      <a href={hrefs.page('terms')}>Terms</a>
      <a href={hrefs.page('privacy-policy')}>Privacy</a>
      <a href={`mailto:${settings.ownerEmail}`}>{settings.ownerEmail}</a>
    </footer>
  )
}
