import { downloadHref, type OrderExtras } from '../../orders/downloads/order-downloads.ts'
import styles from './order-received.module.css'

export const longDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC', dateStyle: 'long' })

/** Downloads in WooCommerce's columns; on phones, one block per file. */
export function DownloadsTable({ downloads }: Pick<OrderExtras, 'downloads'>) {
  if (downloads.length === 0) return <p>Files that come with an order are here once it is paid.</p>
  return (
    <table
      className={`woocommerce-table woocommerce-table--order-downloads shop_table order_details ${styles.table} ${styles.downloads}`}
    >
      <caption className="screen-reader-text">Files that you can download</caption>
      <thead>
        <tr>
          <th className="download-product">Product</th>
          <th className="download-remaining">Downloads remaining</th>
          <th className="download-expires">Expires</th>
          <th className="download-file">Download</th>
        </tr>
      </thead>
      <tbody>
        {downloads.map((one) => (
          <tr key={one.id}>
            <th scope="row">{one.productName}</th>
            <td data-title="Downloads remaining">{one.remaining ?? 'No limit'}</td>
            <td data-title="Expires">{one.expiresOn === null ? 'Never' : longDate.format(new Date(one.expiresOn))}</td>
            <td>
              <a href={downloadHref(one)} className="woocommerce-MyAccount-downloads-file button alt">
                {one.name}
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Downloads and purchase notes of a paid order. */
export const OrderExtrasSection = ({ downloads, notes }: OrderExtras) => (
  <>
    {downloads.length > 0 && (
      <section className="woocommerce-order-downloads" aria-labelledby="downloads-title">
        <h2 id="downloads-title">Downloads</h2>
        <DownloadsTable downloads={downloads} />
      </section>
    )}
    {notes.map(({ id, name, note }) => (
      <p key={id} className={`product-purchase-note ${styles.purchaseNote}`}>
        <strong>{name}</strong>
        {`\n${note}`}
      </p>
    ))}
  </>
)
