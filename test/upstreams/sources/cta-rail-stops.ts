import { samplePlaces } from '../places.ts';
import { datasetTable, offset } from '../tables.ts';

const stop = (north: number, station: number, name: string, ada: boolean) => {
  const at = offset(samplePlaces.chicago, 20, north);
  return {
    at,
    columns: {
      map_id: String(station),
      station_descriptive_name: name,
      ada,
      location: { latitude: String(at.latitude), longitude: String(at.longitude) },
    },
  };
};

export default datasetTable({
  cardId: 'cta-rail-stops',
  endpoint: 'data.cityofchicago.org/resource/8pix-ypme.json',
  rows: () => [
    stop(150, 49001, 'Synthetic/Lake (Blue & Brown Lines)', true),
    stop(160, 49001, 'Synthetic/Lake (Blue & Brown Lines)', true),
    stop(420, 49002, 'Synthetic/Wells (Brown Line)', false),
  ],
});
