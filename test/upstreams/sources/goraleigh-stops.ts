import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const stop = (north: number, id: number, name: string, line: string) => ({
  at: offset(samplePlaces.raleigh, 30, north),
  columns: { StopId: id, StopName: name, LineAbbr: line, LineName: `Synthetic ${line}` },
});

export default layerTable({
  cardId: 'goraleigh-stops',
  endpoint: 'services.arcgis.com/v400IkDOw1ad7Yad/arcgis/rest/services/GoRaleigh_Stops/FeatureServer/0',
  name: 'GoRaleigh Stops',
  rows: () => [
    stop(80, 9001, 'SYNTHETIC ST AT DAWSON', '11'),
    stop(80, 9001, 'SYNTHETIC ST AT DAWSON', '2'),
    stop(260, 9002, 'SYNTHETIC ST AT SALISBURY', '2'),
  ],
});
