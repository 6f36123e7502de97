import Pledge
