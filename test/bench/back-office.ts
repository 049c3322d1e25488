/**
 * npm run bench -- back-office: the requests of the catalogue's screens, in a shop with 100,000 additional products.
 * Exits with 1 when a bound is missed. docs/benchmarks.md says what is measured and why.
 */
import { addManyProducts, estateNames } from '../support/many-products.ts'
import { get, measureScreens, one, type Scenario, withFilledShop } from './screens.ts'

const productCount = Number(process.env.SAMOVAR_BENCH_SIZES ?? 100_000)

const api = '/wp-json/wc/v3/products'
const screen = `${api}?context=edit&per_page=20`
const estates = estateNames(productCount)

const scenarios: readonly Scenario[] = [
  get('products', () => screen),
  get('a page in the middle', (round) => `${screen}&page=${Math.floor(productCount / 40) + round}`),
  ...['title', 'price', 'date', 'popularity', 'modified', 'id'].map((orderby) =>
    get(`sorted by ${orderby}`, (round) => `${screen}&orderby=${orderby}&order=${one(['asc', 'desc'], round)}`),
  ),
  get('search by a name', (round) => `${screen}&search=${one(estates, round)}`),
  get('search by two words', (round) => `${screen}&search=${one(estates, round)}%20tea`),
  get('search by a common word', (round) => `${screen}&search=${one(['golden', 'green', 'leaf', 'river'], round)}`),
  get('search by SKU', (round) => `${screen}&search_sku=MANY-${round * 97 + 11}`),
  get('search without a match', (round) => `${screen}&search=qwxz${round}`),
  get('of a status', (round) => `${screen}&status=${one(['draft', 'publish', 'trash', 'private'], round)}`),
  get('of a type', (round) => `${screen}&type=${one(['simple', 'variable', 'grouped', 'external'], round)}`),
  get('of a stock status', (round) => `${screen}&stock_status=${one(['instock', 'outofstock', 'onbackorder'], round)}`),
  get('on sale', (round) => `${screen}&on_sale=true&page=${round + 1}`),
  get('featured', (round) => `${screen}&featured=${one([true, false], round)}`),
  get('between two prices', (round) => `${screen}&min_price=${round}&max_price=${round + 20}`),
  get('stock', (round) => `/wp-json/samovar/v1/stock?per_page=50&page=${round + 1}`),
  get('search in the stock', (round) => `/wp-json/samovar/v1/stock?per_page=50&search=${one(estates, round)}`),
  get('categories', () => `${api}/categories?per_page=100`),
  {
    what: 'one product',
    ask: (round, ids) => ({ method: 'GET', path: `${api}/${one(ids, round)}?context=edit` }),
  },
  {
    what: 'a new product',
    ask: (round) => ({
      method: 'POST',
      path: api,
      body: { name: `New tea ${round}`, regular_price: '12.50', sku: `NEW-${round}-${process.pid}` },
    }),
  },
  {
    what: 'a new name',
    ask: (round, ids) => ({ method: 'PUT', path: `${api}/${one(ids, round)}`, body: { name: `Renamed tea ${round}` } }),
  },
  {
    what: 'another price',
    ask: (round, ids) => ({
      method: 'PUT',
      path: `${api}/${one(ids, round)}`,
      body: { regular_price: `${20 + round}.00`, sale_price: '' },
    }),
  },
  {
    what: 'a count of its stock',
    ask: (round, ids) => ({
      method: 'PUT',
      path: `${api}/${one(ids, round)}`,
      body: { manage_stock: true, stock_quantity: round },
    }),
  },
]

export const measureBackOffice = (): Promise<number> =>
  withFilledShop((db) => addManyProducts(db, productCount, new Date()), {
    after: (shop) =>
      measureScreens(shop, scenarios, {
        name: `${productCount} products`,
        screen,
        idsAt: `${api}?type=simple&per_page=100`,
      }),
  })
