import styles from './breadcrumbs.module.css'

/** A breadcrumb; the last one is the current page and has no link. */
export type Crumb = { readonly label: string; readonly href?: string }

export const Breadcrumbs = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <nav className={`woocommerce-breadcrumb ${styles.crumbs}`} aria-label="Breadcrumb">
    <ol>
      {crumbs.map((crumb) => (
        <li key={crumb.label}>
          {crumb.href ? <a href={crumb.href}>{crumb.label}</a> : <span aria-current="page">{crumb.label}</span>}
        </li>
      ))}
    </ol>
  </nav>
)

export const breadcrumbData = (crumbs: readonly Crumb[], shopUrl: string): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map((crumb, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: crumb.label,
    ...(crumb.href ? { item: `${shopUrl}${crumb.href}` } : {}),
  })),
})
