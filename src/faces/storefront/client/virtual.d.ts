declare module 'virtual:shop-styles' {}
