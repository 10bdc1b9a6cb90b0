// The page /docs/ loads swagger-ui-bundle.js, which has everything.
