/** ArcGIS organization of EPA (EPA_GEO); the layers of several of its programs live under it. */
export const epaGeo = 'https://services.arcgis.com/cJ9YHowT8TU7DUyn/arcgis/rest/services';
