import { currencySymbol } from '../../../people/addresses/rest/data.ts'
import { fractionDigits } from '../../../platform/money/money.ts'
import { type SystemFacts, wooCommerceVersion, wordPressVersion } from '../facts.ts'

const MEGABYTE = 2 ** 20
const MAX_UPLOAD_BYTES = 20 * MEGABYTE

const megabytes = (bytes: number): number => Math.round((bytes / MEGABYTE) * 100) / 100

/** The same value for each of the names. */
const all = <T>(value: T, names: string): Record<string, T> =>
  Object.fromEntries(names.split(' ').map((name) => [name, value]))
const alike = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, name]))

/** Properties of WordPress servers that this shop does not have. */
const notHere = {
  ...all('', 'log_directory php_version curl_version remote_post_response remote_get_response'),
  ...all(0, 'php_post_max_size php_max_execution_time php_max_input_vars'),
  ...all(false, 'log_directory_writable wp_multisite wp_cron suhosin_installed soapclient_enabled'),
  ...all(true, 'fsockopen_or_curl_enabled domdocument_enabled gzip_enabled mbstring_enabled'),
  ...all(true, 'remote_post_successful remote_get_successful'),
  ...all(null, 'external_object_cache store_id'),
}
const visibility =
  'exclude-from-catalog exclude-from-search featured outofstock rated-1 rated-2 rated-3 rated-4 rated-5'

export const statusJson = ({ shop, server, database, tables, counts, security, pages }: SystemFacts) => ({
  environment: {
    ...notHere,
    home_url: shop.url,
    site_url: shop.url,
    version: wooCommerceVersion,
    wp_version: wordPressVersion,
    wp_memory_limit: server.memoryBytes,
    wp_debug_mode: !shop.isProduction,
    wp_environment_type: shop.isProduction ? 'production' : 'development',
    language: 'en_CA',
    server_info: `Samovar ${shop.version}, Node.js ${server.node}`,
    server_architecture: server.system,
    max_upload_size: MAX_UPLOAD_BYTES,
    mysql_version: database.version,
    mysql_version_string: `PostgreSQL ${database.version}`,
    default_timezone: shop.timeZone,
  },
  database: {
    wc_database_version: database.newestMigration ?? '',
    database_prefix: '',
    maxmind_geoip_database: '',
    database_tables: {
      woocommerce: Object.fromEntries(
        tables.map(({ name, dataBytes, indexBytes }) => [
          name,
          { data: megabytes(dataBytes).toFixed(2), index: megabytes(indexBytes).toFixed(2), engine: 'PostgreSQL' },
        ]),
      ),
      other: {},
    },
    database_size: {
      data: megabytes(tables.reduce((sum, { dataBytes }) => sum + dataBytes, 0)),
      index: megabytes(tables.reduce((sum, { indexBytes }) => sum + indexBytes, 0)),
    },
  },
  active_plugins: [],
  inactive_plugins: [],
  dropins_mu_plugins: { dropins: [], mu_plugins: [] },
  theme: {
    name: 'Samovar',
    version: shop.version,
    version_latest: shop.version,
    has_woocommerce_support: true,
    overrides: [],
    ...all(false, 'is_child_theme is_block_theme has_woocommerce_file has_outdated_templates'),
    ...all('', 'author_url parent_name parent_version parent_version_latest parent_author_url'),
  },
  settings: {
    api_enabled: true,
    force_ssl: security.isHttps,
    currency: shop.currency,
    currency_symbol: currencySymbol(shop.currency),
    currency_position: 'left',
    thousand_separator: ',',
    decimal_separator: '.',
    number_of_decimals: fractionDigits(shop.currency),
    geolocation_enabled: false,
    taxonomies: alike('external grouped simple variable'),
    product_visibility_terms: alike(visibility),
    woocommerce_com_connected: 'no',
    enforce_approved_download_dirs: true,
    order_datastore: 'orders',
    HPOS_enabled: true,
    HPOS_sync_enabled: false,
    enabled_features: ['order_attribution', 'custom_order_tables'],
  },
  security: { secure_connection: security.isHttps, hide_errors: shop.isProduction },
  pages: pages.map(({ name, id, exists, isPublic }) => ({
    page_name: name,
    page_id: String(id),
    page_set: true,
    page_exists: exists,
    page_visible: isPublic,
    ...all('', 'shortcode block'),
    ...all(false, 'shortcode_required shortcode_present block_present block_required'),
  })),
  post_type_counts: Object.entries(counts).map(([type, count]) => ({ type, count: String(count) })),
  logging: {
    logging_enabled: true,
    default_handler: 'standard output',
    retention_period_days: 0,
    level_threshold: '',
    log_directory_size: '0 B',
  },
})
