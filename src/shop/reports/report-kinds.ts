/** Definitions of the reports, for screens, REST responses and CSV files. */
import type { Figures } from './rest/report-shape.ts'

export type Column = { readonly key: keyof Figures; readonly label: string; readonly isMoney?: boolean }

const orders: Column = { key: 'orders', label: 'Orders' }
const items: Column = { key: 'items', label: 'Items sold' }
const netSales: Column = { key: 'net_sales', label: 'Net sales', isMoney: true }
const totalSales: Column = { key: 'total_sales', label: 'Total sales', isMoney: true }
const averageOrder: Column = { key: 'average_order', label: 'Average order', isMoney: true }
const returns: Column = { key: 'returns', label: 'Returns', isMoney: true }
const discounts: Column = { key: 'discounts', label: 'Discounts', isMoney: true }
const taxes: Column = { key: 'taxes', label: 'Taxes', isMoney: true }
const shipping: Column = { key: 'shipping', label: 'Shipping', isMoney: true }

export type ReportKind = {
  readonly title: string
  /** Title of the first column; omitted if the rows are intervals. */
  readonly rowTitle?: string
  /** Columns of each row; rows are sorted by the first. */
  readonly columns: readonly Column[]
  /** Charts of totals of the whole shop. */
  readonly charts: readonly Column[]
  readonly note?: string
}

export const reportKinds = {
  revenue: {
    title: 'Revenue',
    columns: [
      ...[orders, { key: 'gross_sales', label: 'Gross sales', isMoney: true } as const, returns, discounts],
      ...[{ key: 'fees', label: 'Fees', isMoney: true } as const, netSales, taxes, shipping, totalSales],
    ],
    charts: [totalSales, netSales, orders],
    note: 'Net sales are gross sales less returns and discounts, with fees. Taxes and shipping are those that were kept.',
  },
  orders: { title: 'Orders', columns: [orders, items, netSales, averageOrder], charts: [orders, averageOrder] },
  products: {
    title: 'Products',
    rowTitle: 'Product',
    columns: [items, netSales, orders, returns],
    charts: [items, netSales],
  },
  categories: {
    title: 'Categories',
    rowTitle: 'Category',
    columns: [items, netSales, returns],
    charts: [items, netSales],
    note: 'A product counts for each of the categories that it is in now, so these can be more than the whole.',
  },
  coupons: { title: 'Coupons', rowTitle: 'Code', columns: [discounts, orders], charts: [discounts] },
  taxes: {
    title: 'Taxes',
    rowTitle: 'Tax',
    columns: [taxes, { ...shipping, label: 'Of it on shipping' }, orders],
    charts: [taxes],
    note: 'Taxes of refunds are taken off, divided among the rates of their order.',
  },
  stock: {
    title: 'Stock',
    rowTitle: 'Product',
    columns: [items],
    charts: [],
    note: 'How long it lasts is worked out from what was sold in this time.',
  },
  customers: {
    title: 'Customers',
    rowTitle: 'Customers',
    columns: [orders, netSales, averageOrder],
    charts: [orders, netSales],
    note: 'A customer is new with the first order of an email address.',
  },
  sources: {
    title: 'Sources',
    rowTitle: 'Origin',
    columns: [orders, totalSales],
    charts: [orders],
    note: 'An origin is what the buyer’s browser reported: a campaign in the link, a search engine, another site, or none of them. ‘Unknown’ are orders whose browser reported nothing.',
  },
} as const satisfies Readonly<Record<string, ReportKind>>

export type ReportName = keyof typeof reportKinds
export const reportNames = Object.keys(reportKinds) as [ReportName, ...ReportName[]]
